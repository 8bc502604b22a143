#pragma once

#include <sqlite3.h>

// SQLITE_TRANSIENT is a cast of -1 to a function pointer, which Swift does not import: these bind
// a copy of the bytes. https://www.sqlite.org/c3ref/bind_blob.html

static inline int exchangerate_sqlite_bind_text(sqlite3_stmt *statement, int index,
                                                const char *bytes, int count) {
    return sqlite3_bind_text(statement, index, bytes, count, SQLITE_TRANSIENT);
}

static inline int exchangerate_sqlite_bind_blob(sqlite3_stmt *statement, int index,
                                                const void *bytes, int count) {
    return sqlite3_bind_blob(statement, index, bytes, count, SQLITE_TRANSIENT);
}

// Variadic: https://www.sqlite.org/c3ref/c_dbconfig_defensive.html#sqlitedbconfignockptonclose

static inline int exchangerate_sqlite_keep_log_on_close(sqlite3 *connection) {
    return sqlite3_db_config(connection, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, (int *)0);
}
