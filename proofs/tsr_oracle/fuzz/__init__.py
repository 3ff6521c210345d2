"""Cases for as long as wanted: fresh ones and changed ones, in rounds that anybody can repeat, continue and divide."""
