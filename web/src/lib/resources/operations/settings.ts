import { useResource } from '../../cache/use-resource'

/** Processes come and go when settings are changed, and this is not pushed */
const refreshMs = 30_000

/** Which settings the running processes have, and what is probably wrong with them. */
export function useSettings() {
  return useResource('/api/operations/settings', { refreshMs })
}
