import { LocateFixed } from 'lucide-react'
import { useState } from 'react'
import { announce } from '@/ui/announcer'
import { Button } from '@/ui/button'
import { toast } from '@/ui/toast-store'
import { detectAddress } from '../detect-address'
import type { AddressDraft } from '../draft'

export function DetectButton({ onFound }: { onFound: (found: Partial<AddressDraft>) => void }) {
  const [detecting, setDetecting] = useState(false)

  async function detect() {
    if (detecting) return
    setDetecting(true)
    const { found, problem } = await detectAddress()
    setDetecting(false)
    onFound(found)
    if (problem) toast.error(problem.title, problem.advice)
    else announce(`City, state and PIN code filled in: ${found.city}`)
  }

  return (
    <Button variant="soft" className="mb-4 max-sm:w-full" aria-busy={detecting} onClick={() => void detect()}>
      <LocateFixed className={detecting ? 'animate-pulse' : ''} aria-hidden />
      {detecting ? 'Detecting location...' : 'Use my current location'}
    </Button>
  )
}
