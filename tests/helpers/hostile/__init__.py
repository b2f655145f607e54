"""Users' texts that some reader takes for more than text, and what each reader makes of them."""
