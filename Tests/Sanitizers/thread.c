// Linked into every program of a build with the thread sanitizer.
//
// A `Mutex` takes and gives itself back by atomics inlined into our code, which the sanitizer sees,
// but who has to wait does so in libswiftSynchronization, which is not instrumented: what one thread
// wrote under the lock then looks unordered to the next that gets it. The functions that wait are
// wrapped here, so that the order which they make is known. Nothing is hidden thereby: what is done
// beside the lock is still reported.
// https://github.com/swiftlang/swift/blob/release/6.3/stdlib/public/Synchronization/Mutex/LinuxImpl.swift

#define _GNU_SOURCE
#include <dlfcn.h>
#include <sanitizer/tsan_interface.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#define METHOD __attribute__((swiftcall))
#define SELF __attribute__((swift_context)) void *handle

#define LOCK_SLOW "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define TRY_LOCK_SLOW "$s15Synchronization12_MutexHandleV12_tryLockSlowSbyF"
#define UNLOCK_SLOW "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"

static void *wrapped(const char *name) {
    void *function = dlsym(RTLD_NEXT, name);
    if (!function) {
        fprintf(stderr, "%s is missing: see Tests/Sanitizers/thread.c\n", name);
        abort();
    }
    return function;
}

METHOD void lock_slow(uint32_t thread, SELF) __asm__(LOCK_SLOW);
METHOD void lock_slow(uint32_t thread, SELF) {
    static METHOD void (*_Atomic next)(uint32_t, SELF);
    if (!next) next = wrapped(LOCK_SLOW);
    next(thread, handle);
    __tsan_acquire(handle);
}

METHOD bool try_lock_slow(SELF) __asm__(TRY_LOCK_SLOW);
METHOD bool try_lock_slow(SELF) {
    static METHOD bool (*_Atomic next)(SELF);
    if (!next) next = wrapped(TRY_LOCK_SLOW);
    bool is_locked = next(handle);
    if (is_locked) __tsan_acquire(handle);
    return is_locked;
}

METHOD void unlock_slow(SELF) __asm__(UNLOCK_SLOW);
METHOD void unlock_slow(SELF) {
    static METHOD void (*_Atomic next)(SELF);
    if (!next) next = wrapped(UNLOCK_SLOW);
    __tsan_release(handle);
    next(handle);
}

// A report ends the program, with a code that nothing else has.
const char *__tsan_default_options(void) { return "halt_on_error=1:exitcode=66"; }

const char *__tsan_default_suppressions(void) {
    static const char text[] = {
#embed "thread.supp"
        , 0};
    return text;
}
