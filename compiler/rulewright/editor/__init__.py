"""What editors need to know of the language: extensions made from templates and from the grammar."""
