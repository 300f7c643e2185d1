/*
 * Starts programs and measures how long each takes, with nothing of its own in the figures: posix_spawn, the input
 * through a pipe as a client gives it, until both outputs are closed and the process is gone.
 *
 *   spawner PLAN ORDER PAUSE     prints "<case> <microseconds>" for every call
 *
 * PLAN is a file of cases, one a paragraph: the file with the input, then the program and its arguments, a line each.
 * ORDER is a file of the calls, a case's number a line. PAUSE is how many milliseconds nothing happens before each.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

enum { most_cases = 64, most_words = 32 };

static char *content(const char *file, size_t *size) {
  FILE *stream = fopen(file, "rb");
  if (!stream) { perror(file); exit(1); }
  fseek(stream, 0, SEEK_END);
  *size = (size_t)ftell(stream);
  rewind(stream);
  char *text = malloc(*size + 1);
  if (!text || fread(text, 1, *size, stream) != *size) { perror(file); exit(1); }
  text[*size] = 0;
  fclose(stream);
  return text;
}

static double microseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * 1e6 + now.tv_nsec / 1e3;
}

static void rest(long milliseconds) {
  struct timespec pause = {milliseconds / 1000, milliseconds % 1000 * 1000000};
  nanosleep(&pause, NULL);
}

static void closed_on_exec(int ends[2]) {
  if (pipe(ends)) { perror("pipe"); exit(1); }
  fcntl(ends[0], F_SETFD, FD_CLOEXEC);
  fcntl(ends[1], F_SETFD, FD_CLOEXEC);
}

static double call(char **words, const char *input, size_t size) {
  int in[2], out[2];
  closed_on_exec(in);
  closed_on_exec(out);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, in[0], 0);
  posix_spawn_file_actions_adddup2(&actions, out[1], 1);
  posix_spawn_file_actions_adddup2(&actions, out[1], 2);
  pid_t process;
  double begin = microseconds();
  int problem = posix_spawnp(&process, words[0], &actions, NULL, words, environ);
  if (problem) { fprintf(stderr, "%s: %s\n", words[0], strerror(problem)); exit(1); }
  close(in[0]);
  close(out[1]);
  for (size_t at = 0; at < size;) {
    ssize_t written = write(in[1], input + at, size - at);
    if (written < 0) break;
    at += (size_t)written;
  }
  close(in[1]);
  char answer[65536];
  while (read(out[0], answer, sizeof answer) > 0) {}
  int status;
  while (waitpid(process, &status, 0) < 0 && errno == EINTR) {}
  double end = microseconds();
  close(out[0]);
  posix_spawn_file_actions_destroy(&actions);
  if (!WIFEXITED(status) || WEXITSTATUS(status) > 0) { fprintf(stderr, "%s failed\n", words[0]); exit(1); }
  return end - begin;
}

int main(int count, char **args) {
  if (count != 4) return 2;
  signal(SIGPIPE, SIG_IGN);
  static char *words[most_cases][most_words];
  static char *inputs[most_cases];
  static size_t sizes[most_cases];
  int cases = 0, word = -1;
  size_t ignored;
  for (char *line = content(args[1], &ignored), *next; line && *line; line = next) {
    next = strchr(line, '\n');
    if (next) *next++ = 0;
    if (!*line) {
      if (word >= 0) cases++;
      word = -1;
    } else if (cases == most_cases || word == most_words - 1) {
      fprintf(stderr, "the plan is too long\n");
      return 1;
    } else if (word++ < 0) {
      inputs[cases] = content(line, &sizes[cases]);
    } else {
      words[cases][word - 1] = line;
    }
  }
  if (word >= 0) cases++;
  for (char *at = strtok(content(args[2], &ignored), "\n"); at; at = strtok(NULL, "\n")) {
    int one = atoi(at);
    if (one < 0 || one >= cases) return 2;
    rest(atol(args[3]));
    printf("%d %.1f\n", one, call(words[one], inputs[one], sizes[one]));
  }
  return 0;
}
