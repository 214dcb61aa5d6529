import { useResource } from '../../cache/use-resource'

/** Whose data an account saw. @param span instants; without `to`, until now */
export function useAffected(span: { actor: string; from: string; to: string }) {
  return useResource('/api/operations/affected', { query: span })
}
