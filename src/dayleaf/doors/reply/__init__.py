"""Values → what stands at the doors: JSON (versioned), Markdown, terminal text."""
