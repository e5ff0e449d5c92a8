/* git.exe for a Windows program under Wine: hands arguments, folder, variables and standard input to git-bridge.mjs, which runs the
 * git of the machine, and hands back what it prints. Frames: a letter, the length in 4 bytes (big endian), the bytes. */
#include <winsock2.h>
#include <windows.h>
#include <shellapi.h>
#include <stdio.h>
#include <stdlib.h>

#define PIECE 65536
#define FRAME_MAX (1 << 20)
#define BROKEN 128

static SOCKET bridge;
static CRITICAL_SECTION sending;

static void send_all(const char *bytes, int count) {
  while (count > 0) {
    int sent = send(bridge, bytes, count, 0);
    if (sent <= 0) ExitProcess(BROKEN);
    bytes += sent;
    count -= sent;
  }
}

static void send_frame(char kind, const char *bytes, unsigned count) {
  char head[5] = {kind, (char)(count >> 24), (char)(count >> 16), (char)(count >> 8), (char)count};
  EnterCriticalSection(&sending);
  send_all(head, 5);
  send_all(bytes, (int)count);
  LeaveCriticalSection(&sending);
}

static void send_text(char kind, const wchar_t *text) {
  static char utf8[4 * 32768];
  int count = WideCharToMultiByte(CP_UTF8, 0, text, -1, utf8, sizeof utf8, NULL, NULL);
  send_frame(kind, utf8, count > 0 ? (unsigned)count - 1 : 0);
}

static int is_for_git(const wchar_t *variable) {
  static const wchar_t *const starts[] = {L"GIT_", L"LC_", L"XDG_", L"HOME=", L"USERPROFILE="};
  for (size_t at = 0; at < sizeof starts / sizeof *starts; at++)
    if (wcsncmp(variable, starts[at], wcslen(starts[at])) == 0) return 1;
  return 0;
}

static DWORD WINAPI send_input(void *unused) {
  static char piece[PIECE];
  HANDLE input = GetStdHandle(STD_INPUT_HANDLE);
  DWORD count;
  (void)unused;
  if (input != NULL && input != INVALID_HANDLE_VALUE)
    while (ReadFile(input, piece, sizeof piece, &count, NULL) && count > 0) send_frame('I', piece, count);
  send_frame('E', "", 0);
  return 0;
}

static void receive_all(char *bytes, int count) {
  while (count > 0) {
    int got = recv(bridge, bytes, count, 0);
    if (got <= 0) ExitProcess(BROKEN);
    bytes += got;
    count -= got;
  }
}

static void write_all(DWORD stream, const char *bytes, unsigned count) {
  HANDLE output = GetStdHandle(stream);
  DWORD written;
  for (unsigned at = 0; at < count; at += written)
    if (!WriteFile(output, bytes + at, count - at, &written, NULL) || written == 0) ExitProcess(BROKEN);
}

int main(void) {
  static char bytes[FRAME_MAX + 1];
  static wchar_t folder[32768];
  char port[16] = "";
  int count;
  WSADATA sockets;
  struct sockaddr_in address = {.sin_family = AF_INET};
  /* A file, since programs clear the environment of the git that they start. */
  FILE *file = fopen("C:\\windows\\git-bridge-port", "r");
  if (file != NULL && fgets(port, sizeof port, file) != NULL) fclose(file);
  address.sin_port = htons((u_short)atoi(port));
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  WSAStartup(0x202, &sockets);
  InitializeCriticalSection(&sending);
  bridge = socket(AF_INET, SOCK_STREAM, 0);
  if (connect(bridge, (struct sockaddr *)&address, sizeof address) != 0) {
    fprintf(stderr, "git.exe: nobody answers at the port in C:\\windows\\git-bridge-port\n");
    return BROKEN;
  }
  wchar_t **arguments = CommandLineToArgvW(GetCommandLineW(), &count);
  for (int at = 1; at < count; at++) send_text('A', arguments[at]);
  GetCurrentDirectoryW(32768, folder);
  send_text('C', folder);
  for (wchar_t *one = GetEnvironmentStringsW(); *one != 0; one += wcslen(one) + 1)
    if (is_for_git(one)) send_text('V', one);
  send_frame('G', "", 0);
  CreateThread(NULL, 0, send_input, NULL, 0, NULL);
  for (;;) {
    unsigned char head[5];
    receive_all((char *)head, 5);
    unsigned length = (unsigned)head[1] << 24 | (unsigned)head[2] << 16 | (unsigned)head[3] << 8 | head[4];
    if (length > FRAME_MAX) return BROKEN;
    receive_all(bytes, (int)length);
    bytes[length] = 0;
    if (head[0] == 'X') ExitProcess((UINT)atoi(bytes));
    write_all(head[0] == 'O' ? STD_OUTPUT_HANDLE : STD_ERROR_HANDLE, bytes, length);
  }
}
