/** The migrated database that each test database is copied from. */
export const templateDatabase = 'jaanch_template'
