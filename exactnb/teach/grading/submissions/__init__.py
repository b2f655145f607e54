"""What is handed in: files, folders and notebooks of answers, of whom, and of which variant."""
