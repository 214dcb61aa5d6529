import { actorOf } from '@jaanch/contracts/caller'
import { AppError } from '@jaanch/contracts/errors'
import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import { operationsRunCalls, type RunDetailView, type RunView } from '../api/runs.ts'
import { recordOperation } from '../record-operation.ts'
import { requestRun, stopRun } from '../request-run.ts'
import { type Run, readRun, readRuns } from '../runs.ts'
import { namesOf } from './names-of.ts'

/** Replays, verifies and trials: a projector carries them out, the API writes and reads their rows. */
export function registerRuns(app: FastifyInstance, { operationsDb: db }: { operationsDb: pg.Pool }): void {
  const routes = operationsRunCalls

  async function viewsOf(...runs: Run[]): Promise<RunView[]> {
    const names = await namesOf(
      db,
      runs.map(({ requestedBy }) => requestedBy),
    )
    return runs.map((run) => present(run, names.get(run.requestedBy) ?? null))
  }
  async function viewOf(id: number): Promise<RunDetailView> {
    const { differences, ...run } = await readRun(db, id)
    const [view] = await viewsOf(run)
    return { ...(view as RunView), differences }
  }

  app.serve(routes.listRuns, async () => viewsOf(...(await readRuns(db))))
  app.serve(routes.getRun, async ({ params }) => viewOf(idOf(params)))
  app.serve(routes.requestRun, async ({ body, caller }) => {
    const { key, ...request } = body
    const requestedBy = actorOf(caller)
    const { kind, code, accepts } = request
    await recordOperation(db, requestedBy, kind, { ...(code && { code }), ...(accepts && { accepts }) })
    return viewOf(await requestRun(db, { ...request, requestKey: key, requestedBy }))
  })
  app.serve(routes.stopRun, async ({ params, caller }) => {
    const id = idOf(params)
    await recordOperation(db, actorOf(caller), 'runs stop', { run: id })
    await stopRun(db, id)
    return viewOf(id)
  })
}

/** @throws AppError not-found */
function idOf({ id }: { id: string }): number {
  if (!/^[1-9]\d{0,14}$/.test(id)) throw new AppError('not-found')
  return Number(id)
}

function present(
  { requestedAt, startedAt, finishedAt, ...run }: Run,
  requestedByName: string | null,
): RunView {
  return {
    ...run,
    requestedByName,
    requestedAt: requestedAt.toISOString(),
    startedAt: startedAt?.toISOString() ?? null,
    finishedAt: finishedAt?.toISOString() ?? null,
  }
}
