import { zodResolver } from '@hookform/resolvers/zod'
import { config } from 'zod'

// zod would try `new Function` to parse faster; the content security policy forbids it, and says so in the console.
config({ jitless: true })

export const resolverFor = zodResolver
