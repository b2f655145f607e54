"""What is changed in a derivation, one file for each kind of place; importing all fills the table."""

from mutations import in_data, in_lines, in_products, in_prose, in_rules, in_tables

__all__ = ["in_data", "in_lines", "in_products", "in_prose", "in_rules", "in_tables"]
