import { settings } from '@jaanch/platform/settings'
import { z } from 'zod'

const introduction = `# Settings

Environment variables; none is needed for \`npm start\`. Each may also be given as a file: \`JWT_SECRET_FILE\` is the path of a file with the
value of \`JWT_SECRET\`. The password of an address that has none may stand in \`DATABASE_PASSWORD\`, \`DATABASE_OWNER_PASSWORD\`,
\`READ_DATABASE_PASSWORD\` (else that of the primary) and \`REDIS_PASSWORD\`. An empty variable counts as not set, and one that is not usable ends
the process with one sentence.
`

const others = `
## Of Node.js and OpenTelemetry

| variable | default | meaning |
|---|---|---|
| \`NODE_ENV\` | \`production\` in the image and the units of systemd | \`production\` keeps messages that no provider takes out of \`DATA_DIR/outbox\` |
| \`OTEL_EXPORTER_OTLP_ENDPOINT\` | no traces | A collector that gets metrics and traces over HTTP, such as \`http://127.0.0.1:4318\` |
| \`OTEL_TRACES_SAMPLER_ARG\` | \`0.01\` | Part of the traces that is recorded, from 0 to 1 |
`

/** docs/settings.md */
export function settingsPage(): string {
  const rows = Object.values(settings).map(
    ({ name, schema, meaning, shown }) => `| \`${name}\` | ${shown ?? defaultOf(schema)} | ${meaning} |`,
  )
  return [introduction, '| variable | default | meaning |', '|---|---|---|', ...rows, others].join('\n')
}

/** What the variable counts as when it is not set, before it is transformed. */
function defaultOf(schema: z.ZodType): string {
  const inner = schema instanceof z.ZodPipe ? schema.in : schema
  if (!(inner instanceof z.ZodDefault))
    throw new Error('A setting without a default needs a text for the page')
  return `\`${String(inner.def.defaultValue)}\``
}
