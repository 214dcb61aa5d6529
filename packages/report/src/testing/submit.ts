/** Reports as tests send them. */
import { createParameters } from '@jaanch/tests/support/parameters'
import { createPackage, type Person } from '@jaanch/tests/support/people'
import { stackTest } from '@jaanch/tests/support/test'
import { healthReportCalls } from '../api.ts'

/** Tests with a package that measures these parameters of the starter catalogue. @param codes none: the package lists no parameters */
export function measuringTest(
  name: string,
  codes: readonly string[],
  options: Parameters<typeof stackTest>[0] = {},
) {
  const it = stackTest(options).extend('packageId', { scope: 'file' }, ({ stack }) =>
    createPackage(stack.database, { name }),
  )
  it.beforeAll(async ({ stack, packageId }) => {
    await createParameters(stack.database)
    await stack.database.asOwner('update packages set parameter_codes = $2 where id = $1', [packageId, codes])
  })
  return it
}

/** Sends a report of a booking. @param body of the form: values or a file */
export const submit = (
  { client }: Pick<Person, 'client'>,
  id: string,
  body: object,
  idempotencyKey?: string,
) =>
  client.ask(healthReportCalls.releaseHealthReport, {
    params: { id },
    body: body as never,
    ...(idempotencyKey && { idempotencyKey }),
  })

/** @param values by the parameter's code @returns the values of a form */
export const valuesOf = (values: Readonly<Record<string, number | string>>) =>
  Object.entries(values).map(([code, value]) => ({ code, value }))
