"""How a formula that is written once, in Python, is read as one of a spreadsheet.

expression      what stands for a number that is not known, and how a spreadsheet writes it
exploration     both ways of a condition that Python asks
simplification  a formula as a person would write it
tables          a record of a table, found by its name and looked up field by field
rows            sums and counts over rows, of columns of a sheet where a formula is read
reading         the formula that follows from a function of expressions
"""
