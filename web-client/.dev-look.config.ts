import base from './vite.config.ts';
import { mergeConfig } from 'vite';
const target = process.env.CYDONIA ?? '';
const headers = { origin: target };
export default mergeConfig(base, { server: { port: Number(process.env.PORT), strictPort: true, proxy: {
  '/api': { target, changeOrigin: true, headers }, '/ws': { target: target, ws: true, changeOrigin: true, headers } } } });
