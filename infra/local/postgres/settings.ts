/** Settings of the server by name, as in postgresql.conf. Given at each start, so a change here is enough. */
export type Settings = Record<string, string | number>

/**
 * For one machine with an SSD that runs the whole stack beside it. Durable in full: `fsync`,
 * `synchronous_commit` and `full_page_writes` are on, as the log of events promises.
 */
export const durableSettings: Settings = {
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  max_connections: 200,
  shared_buffers: '256MB',
  effective_cache_size: '1GB',
  work_mem: '8MB',
  maintenance_work_mem: '128MB',
  // Replicas and base backups need it; `minimal` would save little here.
  wal_level: 'replica',
  // Room for about 15 minutes of steady appends between two checkpoints; more would lengthen recovery.
  max_wal_size: '2GB',
  checkpoint_timeout: '10min',
  random_page_cost: 1.1,
  // Compiling a plan costs more than our short queries take.
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_line_prefix: '%m [%p] ',
}

/** For tests: the data is thrown away, so nothing waits for the disk. */
export const throwAwaySettings: Settings = {
  ...durableSettings,
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  // Test files run side by side, each with pools of its own.
  max_connections: 300,
  shared_buffers: '128MB',
}
