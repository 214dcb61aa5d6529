import { endedElsewhere, keptInFiles, lasting, retention } from '@jaanch/operations/privacy/tables'

const introduction = `# How long rows are kept

Each table of the database, besides the read tables, which are made from the log. \`ops status\` shows what of the first list is still to be
deleted; [docs/privacy.md](privacy.md) says what is about people.

## Deleted every hour by the workers

In batches, by an index. Two workers that do it at the same time share the rows.

| table | rows | kept for |
|---|---|---|`

/** docs/retention.md */
export function retentionPage(): string {
  return [
    introduction,
    ...retention.map(({ table, what, keptFor }) => `| \`${table}\` | ${what} | ${keptFor} |`),
    '\n## Deleted otherwise\n\n| table | when, and by whom |\n|---|---|',
    ...rows(endedElsewhere),
    '\nWhat was stored before an event that was never appended is deleted after a day, by the workers.',
    '\n## Files\n\n| what | kept for | deleted by |\n|---|---|---|',
    ...keptInFiles.map(({ where, keptFor, by }) => `| ${where} | ${keptFor} | ${by} |`),
    '\n## Kept\n\n| table | why |\n|---|---|',
    ...rows(lasting),
    '',
  ].join('\n')
}

const rows = (list: Readonly<Record<string, string>>) =>
  Object.entries(list).map(([table, text]) => `| \`${table}\` | ${text} |`)
