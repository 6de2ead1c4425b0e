"""What a dream pass decides, as pure functions: what is learned from conversations, merged, refined, retired."""
