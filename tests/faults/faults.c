/* Makes a program's files fail as a disk does that is full or broken: preloaded into it (LD_PRELOAD), this stands before
 * the C library. The file that CYDONIA_FAULTS names says what fails, a line each: a call, how the file's name ends, and
 * the error's number. It is read at every call, so that a test switches faults on and off while the program runs. Each
 * fault adds a byte to the file of the same name with ".struck" behind it. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <unistd.h>

#define NEXT(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

static int ends_with(const char *text, const char *end) {
  size_t length = strlen(text), least = strlen(end);
  return length >= least && strcmp(text + length - least, end) == 0;
}

static void strike(const char *control) {
  char path[4096];
  snprintf(path, sizeof path, "%s.struck", control);
  int fd = (int)syscall(SYS_openat, AT_FDCWD, path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
  if (fd >= 0) {
    syscall(SYS_write, fd, "x", 1);
    syscall(SYS_close, fd);
  }
}

/* Whether that call on that file fails now; if so, with which error. The file is given by its path or its descriptor. */
static int fails(const char *call, const char *path, int fd) {
  const char *control = getenv("CYDONIA_FAULTS");
  if (control == NULL) return 0;
  int rules_fd = (int)syscall(SYS_openat, AT_FDCWD, control, O_RDONLY | O_CLOEXEC, 0);
  if (rules_fd < 0) return 0;
  char rules[1024];
  ssize_t length = syscall(SYS_read, rules_fd, rules, sizeof rules - 1);
  syscall(SYS_close, rules_fd);
  if (length <= 0) return 0;
  rules[length] = 0;
  char target[4096], link[64], *rest = NULL;
  for (char *line = strtok_r(rules, "\n", &rest); line != NULL; line = strtok_r(NULL, "\n", &rest)) {
    char of[32], end[64];
    int error;
    if (sscanf(line, "%31s %63s %d", of, end, &error) != 3 || strcmp(of, call) != 0) continue;
    if (path == NULL) {
      snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
      ssize_t found = readlink(link, target, sizeof target - 1);
      if (found < 0) return 0;
      target[found] = 0;
      path = target;
    }
    if (ends_with(path, end)) {
      strike(control);
      return error;
    }
  }
  return 0;
}

/* Carries a call out, unless it fails now. */
#define UNLESS_IT_FAILS(call, path, fd, carried_out) \
  int before = errno;                                \
  int error = fails(call, path, fd);                 \
  if (error != 0) {                                  \
    errno = error;                                   \
    return -1;                                       \
  }                                                  \
  errno = before;                                    \
  return carried_out

ssize_t write(int fd, const void *bytes, size_t length) {
  UNLESS_IT_FAILS("write", NULL, fd, NEXT(write)(fd, bytes, length));
}

ssize_t pwrite(int fd, const void *bytes, size_t length, off_t at) {
  UNLESS_IT_FAILS("write", NULL, fd, NEXT(pwrite)(fd, bytes, length, at));
}

ssize_t pwrite64(int fd, const void *bytes, size_t length, off64_t at) {
  UNLESS_IT_FAILS("write", NULL, fd, NEXT(pwrite64)(fd, bytes, length, at));
}

int fsync(int fd) {
  UNLESS_IT_FAILS("sync", NULL, fd, NEXT(fsync)(fd));
}

int fdatasync(int fd) {
  UNLESS_IT_FAILS("sync", NULL, fd, NEXT(fdatasync)(fd));
}

int ftruncate(int fd, off_t length) {
  UNLESS_IT_FAILS("truncate", NULL, fd, NEXT(ftruncate)(fd, length));
}

int ftruncate64(int fd, off64_t length) {
  UNLESS_IT_FAILS("truncate", NULL, fd, NEXT(ftruncate64)(fd, length));
}

static mode_t mode_of(int flags, va_list more) {
  return flags & (O_CREAT | O_TMPFILE) ? (mode_t)va_arg(more, int) : 0;
}

int open(const char *path, int flags, ...) {
  va_list more;
  va_start(more, flags);
  mode_t mode = mode_of(flags, more);
  va_end(more);
  UNLESS_IT_FAILS("open", path, -1, NEXT(open)(path, flags, mode));
}

int open64(const char *path, int flags, ...) {
  va_list more;
  va_start(more, flags);
  mode_t mode = mode_of(flags, more);
  va_end(more);
  UNLESS_IT_FAILS("open", path, -1, NEXT(open64)(path, flags, mode));
}
