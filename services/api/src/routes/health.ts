import { AppError } from '@jaanch/contracts/errors'
import { healthRoutes } from '@jaanch/contracts/http/health'
import { readRelease } from '@jaanch/platform/release'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'
import { findHealthyPush } from '../gateway/find-healthy-push.ts'
import { serve } from '../http/serve.ts'

export function registerHealthRoutes(app: FastifyInstance, context: Context): void {
  const release = readRelease()
  let finding: Promise<boolean> | undefined

  /** Shared by all requests that arrive meanwhile: anyone may ask. */
  function isPushedElsewhere(): Promise<boolean> {
    finding ??= findHealthyPush(context.accountsDb)
      .catch(() => false)
      .finally(() => {
        finding = undefined
      })
    return finding
  }

  serve(app, context, healthRoutes.health, async () => ({ status: 'ok' as const, ...release }))

  serve(app, context, healthRoutes.ready, async () => {
    if (context.stopping.aborted) throw new AppError('unavailable', 'This process is stopping.')
    await context.barrier.readView().catch((cause) => {
      throw new AppError('unavailable', undefined, { cause })
    })
    // its lists are up to date, but its clients see no changes: a load balancer prefers a process whose clients do. If there is
    // none, to leave this one too would also take lists, commands and logins away
    if (context.pushHealth.isStalled() && (await isPushedElsewhere())) throw new AppError('unavailable')
    return { status: 'ok' as const }
  })
}
