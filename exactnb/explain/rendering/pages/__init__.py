"""Pages as a whole: their frames, the escaping of users' text, fonts, styles and typesetting."""
