/** For `npm run migration`. */
export default {
  dialect: 'sqlite',
  schema: './db/schema/*.ts',
  out: './db/migrations',
  casing: 'snake_case',
}
