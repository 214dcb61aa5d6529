import { type Config, loadConfig } from '@jaanch/platform/config'

export const loopback = '127.0.0.1'

/**
 * The configuration of `npm start`: with the demo, and on loopback because the demo's passwords are published, unless the
 * variables say otherwise.
 * @throws ConfigError
 */
export function loadLocalConfig(variables: Record<string, string | undefined>): Config {
  return loadConfig(variables, { DEMO: '1', HOST: loopback })
}

/** Where this machine reaches what listens on the host: an address for all networks is none to connect to. */
export function localUrl({ host, port }: Pick<Config, 'host' | 'port'>): string {
  if ([loopback, '0.0.0.0', '::'].includes(host)) return `http://localhost:${port}`
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}
