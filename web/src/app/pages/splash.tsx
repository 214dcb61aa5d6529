import { LoaderCircle } from 'lucide-react'

export function Splash() {
  return (
    <div role="status" aria-label="Loading" className="grid min-h-[60dvh] place-items-center">
      <LoaderCircle className="size-7 animate-spin text-brand-ink" aria-hidden />
    </div>
  )
}
