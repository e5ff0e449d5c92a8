/* bcryptprimitives.dll, which Wine 8 lacks and programs in Rust ask for random bytes. */
#include <windows.h>

#define PIECE_MAX 65536

BOOLEAN NTAPI SystemFunction036(PVOID bytes, ULONG count);

__declspec(dllexport) BOOL WINAPI ProcessPrng(PBYTE bytes, SIZE_T count) {
  while (count > 0) {
    ULONG piece = count > PIECE_MAX ? PIECE_MAX : (ULONG)count;
    if (!SystemFunction036(bytes, piece)) return FALSE;
    bytes += piece;
    count -= piece;
  }
  return TRUE;
}
