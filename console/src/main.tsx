import '@mantine/core/styles.css';
import './console.css';
import './features/batches/batches.css';
import './features/events/monitoring.css';
import './features/graph/map.css';
import './ui/shell.css';
import './print.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { followPage } from './api/http.ts';
import { App } from './app.tsx';

const root = document.querySelector('#root');
if (root === null) throw new Error('The page has no place for the console');
followPage();
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
