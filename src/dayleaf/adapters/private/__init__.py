"""State of this machine in SQLite files that only its owner may read: sessions, working memory."""
