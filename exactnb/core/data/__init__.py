"""What is known before anything is estimated: tables, documents, and the counts taken of them."""
