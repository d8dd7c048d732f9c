// Preloaded, it makes every name of the form "….test" one that the name server does not answer for; "asked" on stderr
// tells of it.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <netdb.h>
#include <string.h>
#include <unistd.h>

int getaddrinfo(const char* name, const char* service, const struct addrinfo* hints, struct addrinfo** found)
{
    int (*real)(const char*, const char*, const struct addrinfo*, struct addrinfo**) = dlsym(RTLD_NEXT, "getaddrinfo");
    const size_t length = name ? strlen(name) : 0;
    if (length < 5 || strcmp(name + length - 5, ".test") != 0)
        return real(name, service, hints, found);
    (void)!write(STDERR_FILENO, "asked\n", 6);
    for (;;)
        pause();
}
