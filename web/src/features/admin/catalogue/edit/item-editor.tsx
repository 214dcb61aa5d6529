export function ItemEditor(_: {
  code: string | null
  catalogue: unknown
  kind: 'test' | 'package'
  onClose: () => void
}) {
  return null
}
