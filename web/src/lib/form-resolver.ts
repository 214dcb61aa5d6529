import { zodResolver } from '@hookform/resolvers/zod'
import { config } from 'zod'

// zod tries `new Function` to parse faster; the content security policy blocks it and logs an error.
config({ jitless: true })

export const resolverFor = zodResolver
