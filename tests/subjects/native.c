/* A subject that costs nothing but to be started: it reads nothing, says nothing, and ends with 0. */
int main(void) { return 0; }
