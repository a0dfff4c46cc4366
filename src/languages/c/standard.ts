/**
 * Headers that come with the compiler and the system. A project's own `string.h` is not what `<string.h>` means, unless
 * it stands in a folder that is there to be searched first.
 */
const c =
  'assert complex ctype errno fenv float inttypes iso646 limits locale math setjmp signal stdalign stdarg stdatomic ' +
  'stdbool stddef stdint stdio stdlib stdnoreturn string tgmath threads time uchar wchar wctype';
const system =
  'aio alloca ar byteswap cpio dirent dlfcn elf endian err execinfo fcntl features fmtmsg fnmatch ftw getopt glob grp ' +
  'iconv io langinfo libgen libintl link malloc mntent monetary mqueue ndbm netdb nl_types paths poll process pthread ' +
  'pty pwd regex sched search semaphore shadow spawn strings stropts syscall sysexits syslog tar termio termios ' +
  'trace ucontext ulimit unistd utime utmp utmpx values varargs windows winsock winsock2 wordexp';
const ofTheLanguage = new Set(c.split(' '));
const ofTheSystem = new Set(system.split(' '));
const systemFolder = /^(?:sys|net|netinet|arpa|bits)\//;

/** What `<x>` means by itself; also C++'s headers without an ending, `<vector>`, and folders such as `<sys/types.h>`. */
export const isSystemHeader = (path: string): boolean => {
  if (systemFolder.test(path)) return true;
  if (!path.includes('.')) return !path.includes('/');
  return path.endsWith('.h') && (ofTheLanguage.has(path.slice(0, -2)) || ofTheSystem.has(path.slice(0, -2)));
};

/** What even `"x"` means where the project has none. Fewer: people name their own headers `shadow.h` or `search.h`. */
export const isLanguageHeader = (path: string): boolean => path.endsWith('.h') && ofTheLanguage.has(path.slice(0, -2));
