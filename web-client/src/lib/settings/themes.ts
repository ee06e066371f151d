// Themes, as a chunk of their own.
import './themes.css';
