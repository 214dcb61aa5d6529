import { AppError } from '@jaanch/contracts/errors'
import { operationsEventRoutes } from '@jaanch/contracts/http/operations/events'
import { isId } from '@jaanch/operations/event-filter'
import { readEvent } from '@jaanch/operations/read-event'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../context.ts'
import { serve } from '../../http/serve.ts'
import { presentEvent, presentSteps } from './present-event.ts'

export function registerGetEvent(app: FastifyInstance, context: Context): void {
  serve(app, context, operationsEventRoutes.getEvent, async ({ params: { id } }) => {
    if (!/^\d{1,15}$/.test(id)) throw new AppError('not-found')
    const { event, causes, effects } = await readEvent(context.operationsDb, Number(id))
    const { data, correlationId, causationId, appendId } = event
    return {
      ...presentEvent(event),
      data: data as Record<string, unknown>,
      actorName: await nameOf(context, event.actor),
      correlationId,
      causationId,
      appendId,
      causes: causes.map(presentEvent),
      effects: presentSteps(effects),
    }
  })
}

/** Events name people by their ids: the name is looked up when an admin looks. */
async function nameOf({ operationsDb }: Context, actor: string): Promise<string | null> {
  const [, id = ''] = actor.split(':')
  if (!isId(id)) return null
  const { rows } = await operationsDb.query<{ name: string }>('select name from users where id = $1', [id])
  return rows[0]?.name ?? null
}
