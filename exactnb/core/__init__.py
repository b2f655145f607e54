"""What is true: numbers, names, formulas, data, conventions, families, models, problems."""
