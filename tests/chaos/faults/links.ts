/** Faults of connections: between a service and a server, or between the clients and an API. */
import type { TcpProxy } from '@jaanch/tests/support/proxy'
import type { ProcessTitle } from '../schedule.ts'
import type { ChaosStack } from '../stack/chaos-stack.ts'
import type { FaultHandler } from './fault-handler.ts'

export const cut: FaultHandler = {
  inject: (stack, { target }) => findLink(stack, target).cut(),
  heal: (stack, { target }) => findLink(stack, target).restore(),
}

export const throttle: FaultHandler = {
  inject: (stack, { target, amount }) => findLink(stack, target).throttle(amount),
  heal: (stack, { target }) => findLink(stack, target).restore(),
}

function findLink({ clientLinks, processes }: ChaosStack, target: string): TcpProxy {
  const [title, server] = target.split(' ')
  const link =
    clientLinks.get(target) ?? processes.get(title as ProcessTitle)?.links[server as 'postgres' | 'redis']
  if (!link) throw new Error(`There is no link ${target}`)
  return link
}
