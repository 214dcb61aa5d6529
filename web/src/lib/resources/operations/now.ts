import { useResource } from '../../cache/use-resource'

/** The state of the log and of all its readers. */
export function useOperations() {
  return useResource('/api/operations/now')
}
