type Row = Readonly<Record<string, unknown>>

type ChangedField = { name: string; live: string; rebuilt: string }

/** The fields that differ; those inside an object as `data.status`. */
export function changedFields(live: Row, rebuilt: Row, path = ''): ChangedField[] {
  const names = [...new Set([...Object.keys(live), ...Object.keys(rebuilt)])]
  return names.flatMap((key) => {
    const [before, after, name] = [live[key], rebuilt[key], `${path}${key}`]
    if (isObject(before) && isObject(after)) return changedFields(before, after, `${name}.`)
    return [{ name, live: valueText(before), rebuilt: valueText(after) }]
  })
}

function isObject(value: unknown): value is Row {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function valueText(value: unknown): string {
  if (value === undefined) return 'not there'
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** @returns 'lab partners' of 'lab_partners' */
export function tableText(table: string): string {
  return table.replaceAll('_', ' ')
}
