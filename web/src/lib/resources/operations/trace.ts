import { useResource } from '../../cache/use-resource'

/** @param of an id, the beginning of one, or an order number; '' for no trace */
export function useTrace(of: string) {
  return useResource(of ? '/api/operations/trace' : null, { query: { of } })
}
