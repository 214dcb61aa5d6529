/** The role, or the consumer, of an event's actor: who exactly is nobody's business here. */
export function actorOf(actor: string): string {
  const [role = '', name = ''] = actor.split(':')
  return role === 'system' ? name : role
}
