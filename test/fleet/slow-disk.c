/* Makes a program wait before whatever it asks of the disk is done: as many milliseconds as a file says at that moment. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static void wait_for_disk(void) {
  const char *path = getenv("SLOW_DISK_FILE");
  FILE *file = path == NULL ? NULL : fopen(path, "r");
  long ms = 0;
  if (file == NULL) return;
  if (fscanf(file, "%ld", &ms) == 1 && ms > 0) {
    struct timespec left = {ms / 1000, (ms % 1000) * 1000000};
    while (nanosleep(&left, &left) != 0) continue;
  }
  fclose(file);
}

int fsync(int file) {
  int (*next)(int) = (int (*)(int))dlsym(RTLD_NEXT, "fsync");
  wait_for_disk();
  return next(file);
}

int fdatasync(int file) {
  int (*next)(int) = (int (*)(int))dlsym(RTLD_NEXT, "fdatasync");
  wait_for_disk();
  return next(file);
}
