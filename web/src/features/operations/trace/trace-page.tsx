export function TracePage() {
  return null
}
