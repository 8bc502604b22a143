// Linked into every program of a build with the thread sanitizer.
//
// The Swift runtime is not instrumented: what it does for one thread to wait for another is unseen, and
// what both touch looks like a race. The functions that make such an order are wrapped here, so that it
// is known. Nothing is hidden thereby: what is done beside that order is still reported.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <elf.h>
#include <sanitizer/tsan_interface.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#ifndef __x86_64__
#error "to release an object is another kind of call there: see release_n"
#endif

#define METHOD __attribute__((swiftcall))
#define SELF __attribute__((swift_context)) void *handle

static void *wrapped(const char *name) {
    void *function = dlsym(RTLD_NEXT, name);
    if (!function) {
        fprintf(stderr, "%s is missing: see Tests/Sanitizers/thread.c\n", name);
        abort();
    }
    return function;
}

// A `Mutex` takes and gives itself back by atomics inlined into our code, which the sanitizer sees,
// but who has to wait does so in libswiftSynchronization.
// https://github.com/swiftlang/swift/blob/release/6.3/stdlib/public/Synchronization/Mutex/LinuxImpl.swift
#define LOCK_SLOW "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define TRY_LOCK_SLOW "$s15Synchronization12_MutexHandleV12_tryLockSlowSbyF"
#define UNLOCK_SLOW "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"

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

// Who releases the last reference to an object takes it apart, and who finds itself alone with an array
// writes into it: both rely on what others have released before. All of an object's releases but the
// last one are counted under a lock, since only so is it known which one is the last, before what it
// takes apart is read. The runtime has a switch for such wrappers, but in 6.3 small strings do not
// survive it; `_swift_release_n` is what it calls beyond that switch.
// https://github.com/swiftlang/swift/blob/release/6.3/stdlib/public/runtime/HeapObject.cpp

extern void (*const _swift_release_n)(void *object, uint32_t count);
extern size_t swift_retainCount(void *object);

static void release_n(void *object, uint32_t count) {
    static atomic_flag locks[4096];
    // No object: null, or a value in the place of a pointer.
    if ((intptr_t)object <= 0) return;
    // Nor does one count that is never taken apart: constants, and the empty array.
    if (((const uint32_t *)object)[2] == UINT32_MAX) return;
    atomic_flag *lock = &locks[((uintptr_t)object >> 4) % (sizeof locks / sizeof *locks)];
    while (atomic_flag_test_and_set_explicit(lock, memory_order_acquire)) sched_yield();
    bool is_last = swift_retainCount(object) <= count;
    if (is_last) {
        __tsan_acquire(object);
    } else {
        __tsan_release(object);
        _swift_release_n(object, count);
    }
    atomic_flag_clear_explicit(lock, memory_order_release);
    if (is_last) _swift_release_n(object, count);
}

static void release(void *object) { release_n(object, 1); }

// Makes a function, which the runtime itself calls by its address, jump to another one.
static void replace(const char *name, void (*other)(void)) {
    void *function = wrapped(name);
    unsigned char jump[] = {0x49, 0xbb, 0, 0, 0, 0, 0, 0, 0, 0, 0x41, 0xff, 0xe3};  // mov, jmp r11
    memcpy(jump + 2, &other, sizeof other);
    Dl_info info;
    const Elf64_Sym *symbol = NULL;
    if (!dladdr1(function, &info, (void **)&symbol, RTLD_DL_SYMENT) || !symbol ||
        symbol->st_size < sizeof jump) {
        fprintf(stderr, "%s has no room: see Tests/Sanitizers/thread.c\n", name);
        abort();
    }
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    void *start = (void *)((uintptr_t)function & ~(page - 1));
    if (mprotect(start, 2 * page, PROT_READ | PROT_WRITE | PROT_EXEC)) abort();
    memcpy(function, jump, sizeof jump);
    if (mprotect(start, 2 * page, PROT_READ | PROT_EXEC)) abort();
}

bool swift_isUniquelyReferenced_nonNull_native(void *object);
bool swift_isUniquelyReferenced_nonNull_native(void *object) {
    static bool (*_Atomic next)(void *);
    if (!next) next = wrapped("swift_isUniquelyReferenced_nonNull_native");
    bool is_alone = next(object);
    if (is_alone) __tsan_acquire(object);
    return is_alone;
}

// A continuation that was resumed before it is awaited goes on at once, by way of what its context
// names, and the runtime tells only those that had to wait. So `go_on` is named there.
#define ASYNC __attribute__((swiftasynccall))
#define CONTEXT __attribute__((swift_async_context)) struct context *context

struct context {
    void *parent;
    ASYNC void (*resume)(CONTEXT);
};

extern METHOD void *swift_task_getCurrent(void);

static _Thread_local ASYNC void (*next_resume)(CONTEXT);

ASYNC static void go_on(CONTEXT) {
    __tsan_acquire(swift_task_getCurrent());
    __attribute__((musttail)) return next_resume(context);
}

ASYNC void swift_continuation_await(struct context *context);
ASYNC void swift_continuation_await(struct context *context) {
    static ASYNC void (*_Atomic next)(struct context *);
    if (!next) next = wrapped("swift_continuation_await");
    next_resume = context->resume;
    context->resume = go_on;
    __attribute__((musttail)) return next(context);
}

// Where a task waits and goes on is told by the runtime itself, if it is asked to; on Linux nobody
// asks it.
__attribute__((constructor)) static void begin(void) {
    ((void (*)(void))wrapped("__tsan_on_initialize"))();
    replace("swift_release", (void (*)(void))release);
    replace("swift_release_n", (void (*)(void))release_n);
}

// A report ends the program, with a code that nothing else has.
const char *__tsan_default_options(void) { return "halt_on_error=1:exitcode=66"; }

const char *__tsan_default_suppressions(void) {
    static const char text[] = {
#embed "thread.supp"
        , 0};
    return text;
}
