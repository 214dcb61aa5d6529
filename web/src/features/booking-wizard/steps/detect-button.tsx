import { LocateFixed } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { announce } from '@/ui/announcer'
import { Button } from '@/ui/button'
import { toast } from '@/ui/toast-store'
import { detectAddress } from '../detect-address'
import type { AddressDraft } from '../draft'
import { detection as texts } from '../texts'

type DetectButtonProps = {
  /** Not called once the button is gone: another address was chosen meanwhile */
  onFound: (found: Partial<AddressDraft>) => void
  onStart: () => void
}

export function DetectButton({ onFound, onStart }: DetectButtonProps) {
  const [detecting, setDetecting] = useState(false)
  const isShown = useRef(false)
  useEffect(() => {
    isShown.current = true
    return () => {
      isShown.current = false
    }
  }, [])

  async function detect() {
    if (detecting) return
    setDetecting(true)
    onStart()
    const { found, problem } = await detectAddress()
    if (!isShown.current) return
    setDetecting(false)
    onFound(found)
    if (problem) toast.error(problem.title, problem.advice)
    else announce(texts.found(found.city ?? ''))
  }

  return (
    <Button variant="soft" className="mb-4 max-sm:w-full" aria-busy={detecting} onClick={() => void detect()}>
      <LocateFixed className={detecting ? 'animate-pulse' : ''} aria-hidden />
      {detecting ? texts.detecting : texts.detect}
    </Button>
  )
}
