// A client as its makers offer it, with its schemas besides: each answer is parsed by them before it is handed on.

export default {
  input: process.env.CYDONIA_DOCUMENT,
  output: 'dist/client',
  plugins: ['@hey-api/client-fetch', '@hey-api/typescript', 'zod', { name: '@hey-api/sdk', validator: true }],
};
