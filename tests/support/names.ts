/** The migrated database that each test database is copied from. */
export const templateDatabase = 'jaanch_template'

/** The label of the containers of one run. */
export const runLabel = 'jaanch.tests.run'
