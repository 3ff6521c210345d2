"""Reports: what is made of a record for people and for other programs to read. Each is a function of the record."""
