import { useOperations } from '@/lib/resources/operations/now'

export function NowPage() {
  const { data } = useOperations()
  return <p>{data?.head}</p>
}
