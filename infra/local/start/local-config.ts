import { type Config, loadConfig } from '@jaanch/platform/config'

export const loopback = '127.0.0.1'

/**
 * The configuration of `npm start`: with the demo, and on loopback because the demo's passwords are published, unless the
 * variables say otherwise.
 * @throws ConfigError
 */
export function loadLocalConfig(variables: Record<string, string | undefined>): Config {
  const { DEMO, HOST } = variables
  return loadConfig({ ...variables, DEMO: DEMO || '1', HOST: HOST || loopback })
}
