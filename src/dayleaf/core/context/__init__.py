"""What goes into the next turn: sections within a budget, only what is new, marked so that it is known again."""
